export interface MapReport {
  id: string;
  issue: string;
  status: string;
  location: string;
  lat: number | null;
  long: number | null;
}
