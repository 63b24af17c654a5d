import { Link } from '../buttons.tsx';
import { allFindings, describe, type Finding } from './text-findings.ts';

/** More than anybody reads at once. */
const MOST = 50;

/** What is wrong with the text or worth a look, each leading to its line. */
export function ToLookAt({
  onGo,
}: {
  readonly onGo: (line: number, column?: number, part?: string) => void;
}) {
  const all = allFindings();
  const faults = all.filter(({ kind }) => kind === 'fault').length;
  return (
    <section class="findings" aria-label="To look at">
      <p class={`status ${faults > 0 ? 'faulty' : 'fine'}`} role="status">
        {describe(all)}
      </p>
      {all.length > 0 && (
        <ul>
          {all.slice(0, MOST).map((finding) => (
            <li key={JSON.stringify(finding)} class={finding.kind}>
              <Place finding={finding} onGo={onGo} /> {finding.message}
            </li>
          ))}
        </ul>
      )}
      {all.length > MOST && <p>… and {all.length - MOST} more</p>}
    </section>
  );
}

function Place({
  finding: { kind, line, column, part },
  onGo,
}: {
  readonly finding: Finding;
  readonly onGo: (line: number, column?: number, part?: string) => void;
}) {
  const what = kind === 'fault' ? 'Correct' : 'Look at';
  if (line === undefined) return <strong>{what} this:</strong>;
  return (
    <Link onClick={() => onGo(line, column, part)}>
      {what} line {line}
      {part !== undefined && ` of ${part}`}
    </Link>
  );
}
