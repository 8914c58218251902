/** Makes the browser save a file under a name, as if it had been downloaded from an address. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Once the download has begun it keeps the data itself; a minute is enough for that.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
