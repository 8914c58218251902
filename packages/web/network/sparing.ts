/** Slow networks and saved data: less is loaded and sent there. */

/** The Network Information API, as far as it is read here; Firefox and Safari do not have it. */
interface Connection {
  /** The person has asked the browser to save data. */
  saveData?: boolean;
  /** As fast as which kind of network it is, whatever it is. */
  effectiveType?: string;
  /** Megabits a second, as the browser has measured. */
  downlink?: number;
}

/** Less than this is what 2G has, in megabits a second: a browser may call it 3G where the answers come soon. */
const slowDownlink = 0.1;

export const sparesData = ({ saveData = false, effectiveType = '', downlink = 0 }: Connection): boolean =>
  saveData || /^(slow-)?2g$/.test(effectiveType) || (downlink > 0 && downlink <= slowDownlink);

/**
 * Whether data are to be saved in this tab. Decided once, as it loads: pictures that change with each measurement of the network
 * would be loaded twice.
 */
export const isSparing = sparesData(
  (globalThis.navigator as { connection?: Connection } | undefined)?.connection ?? {},
);
