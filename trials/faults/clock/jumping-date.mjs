// Loaded before the program: its clock is wrong by CLOCK_OFFSET_MS, and jumps there and back with every SIGUSR2.
const jump = Number(process.env.CLOCK_JUMP_MS ?? 0);
let offset = Number(process.env.CLOCK_OFFSET_MS ?? 0);
process.on('SIGUSR2', () => {
  offset = offset === jump ? -jump : jump;
});

const now = Date.now.bind(Date);
const wrong = () => now() + offset;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, kind) => Reflect.construct(target, given.length === 0 ? [wrong()] : given, kind),
  get: (target, name) => (name === 'now' ? wrong : Reflect.get(target, name)),
});
