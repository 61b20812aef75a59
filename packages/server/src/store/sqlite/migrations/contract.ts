/** One step of the database's format. MUST NOT change once it was released: a later step repairs an earlier one. */
export interface Migration {
  readonly sql: string;
}
