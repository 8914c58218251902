/** Small drawings in place of photographs of real streets. Each is the content of an SVG of 900 by 600. */
const street = (sky: string, ground = '#8a9490') =>
  `<rect width="900" height="600" fill="${sky}"/><path fill="#c9d8cf" d="M0 330q150-90 300 0t300 0 300 0v270H0z"/>
   <path fill="#eef2ee" d="M60 210h190v210H60zM640 240h210v180H640z"/><path fill="#6d8a7e" d="M40 210l115-80 115 80zM620 240l125-75 125 75z"/>
   <path fill="${ground}" d="M0 420h900v180H0z"/>`;

export const drawings = {
  lamp: `${street('#22304a', '#2c3550')}<path fill="none" stroke="#0f1626" stroke-width="16" d="M450 560V150q0-50 50-50h50"/>
    <path fill="#0f1626" d="M530 92h80l26 34H504z"/><circle cx="760" cy="90" r="34" fill="#e8e6cf"/>`,
  water: `${street('#bcd7e6')}<path fill="#4f6b78" d="M0 430h420v56H0zM520 430h380v56H520z"/>
    <path fill="#5aa9d6" d="M420 440q50-160 100 0v40q120 30 180 90H240q60-60 180-90z"/>`,
  slabs: `${street('#d8e6ee', '#b9b3a6')}<path fill="none" stroke="#6f6a5f" stroke-width="10" d="M0 500h900M180 420v180M420 420v180M680 420v180"/>
    <path fill="#4d4a43" d="M440 440l120 20 70 90-150 30-60-60z"/>`,
  'slabs-mended': `${street('#cfe0ea', '#c4beb1')}<path fill="none" stroke="#7d776b" stroke-width="10" d="M0 500h900M180 420v180M420 420v180M680 420v180"/>
    <path fill="#d8d2c4" d="M425 425h250v70H425zM425 505h250v90H425z"/>`,
  'lamp-mended': `${street('#22304a', '#2c3550')}<path fill="#f6e3a1" opacity=".55" d="M520 126h100l150 474H370z"/>
    <path fill="none" stroke="#0f1626" stroke-width="16" d="M450 560V150q0-50 50-50h50"/><path fill="#fff3c4" d="M530 92h80l26 34H504z"/>`,
  bin: `${street('#dfe9d8')}<path fill="#1d5c4a" d="M350 250h200l-24 270H374z"/><path fill="#123d31" d="M330 215h240v36H330z" transform="rotate(-14 450 230)"/>
    <path fill="#b58b4a" d="M250 520l60-50 70 50zM540 530l40-70 90 70z"/><path fill="#7d8f98" d="M600 520h70v20h-70z"/>`,
  signal: `${street('#e9dccb')}<path fill="#3b3f3d" d="M438 330h24v240h-24z"/><rect x="385" y="90" width="130" height="260" rx="26" fill="#2a2e2c"/>
    <circle cx="450" cy="145" r="34" fill="#c0392b"/><circle cx="450" cy="220" r="34" fill="#c8912b"/><circle cx="450" cy="295" r="34" fill="#2f9a5c"/>`,
  drain: `${street('#cfdad2')}<path fill="#6b7a4f" d="M150 470q300-80 600 0l60 90H90z"/><rect x="360" y="440" width="180" height="60" rx="8" fill="#333a36"/>
    <path stroke="#8a948f" stroke-width="10" d="M390 445v50M420 445v50M450 445v50M480 445v50M510 445v50"/>`,
  plan: `<rect width="900" height="600" fill="#cdd6d1"/><path fill="#fdfdf8" d="M170 50h560v500H170z"/>
    <path fill="none" stroke="#38598b" stroke-width="8" d="M230 120h440v340H230zM230 280h240M470 120v340M560 460v-90"/>
    <path stroke="#9aa39e" stroke-width="8" d="M230 500h280M230 525h180"/>`,
} as const;

export type Drawing = keyof typeof drawings;
