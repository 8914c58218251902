// Kept up, without dependencies, 10 KB gzip; loaded only where a code is shown.
import encodeQR from 'qr';
import css from './qr.module.css';

interface QrProps {
  /** What whoever scans it reads. */
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
}

/** A QR code (ISO/IEC 18004), drawn here: what it says goes to nobody. Dark on light by night too, as scanners want it. */
export default function Qr({ text, label }: QrProps) {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      className={css.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
