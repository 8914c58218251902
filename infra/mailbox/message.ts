/** A message to a telephone, as `GET /sms` answers it. */
export interface Sms {
  id: string;
  to: string;
  from: string;
  text: string;
  segments: number;
  encoding: string;
  date: string;
}
