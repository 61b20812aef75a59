// Holds the write lock of a database until it is killed: node hold-database.mjs FILE
import Database from 'better-sqlite3';

const db = new Database(process.argv[2] ?? '', { timeout: 10_000 });
db.exec('BEGIN IMMEDIATE');
process.stdout.write('held\n');
process.stdin.resume();
