/** The settings of messages to telephones. */
export interface SmsConfig {
  PUBLIC_URL: string;
  LINK_SECRET: Buffer;
  CLOSURE_LINK_SECRET: Buffer;
  TIME_ZONE: string;
  /** Absent: no messages are sent. */
  SMS_URL?: string | undefined;
  SMS_FROM: string;
  SMS_PORT: number;
  SMS_CALLBACK: string;
  SMS_KEY: string;
  SMS_COUNTRIES: string[];
  SMS_PER_DAY: number;
  SMS_QUIET: Quiet | null;
}

/** Whole hours of TIME_ZONE in which no unasked messages are sent. */
export interface Quiet {
  from: number;
  to: number;
}
