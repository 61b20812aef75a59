/** Several wires, one end. */
export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g fill="none" strokeWidth="2.4" strokeLinecap="round" className="stroke-on-accent">
        <path d="M6 9c7 0 7 7 13 7" />
        <path d="M6 16h13" opacity=".8" />
        <path d="M6 23c7 0 7-7 13-7" opacity=".6" />
      </g>
      <circle cx="22.5" cy="16" r="3.6" className="fill-on-accent" />
    </svg>
  );
}
