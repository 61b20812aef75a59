export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`animate-[turn_0.9s_linear_infinite] ${className}`}>
      <circle cx="8" cy="8" r="6" fill="none" strokeWidth="2" className="stroke-line" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" strokeWidth="2" strokeLinecap="round" className="stroke-accent" />
    </svg>
  );
}
