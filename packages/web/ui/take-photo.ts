/**
 * Opens the camera and gives on the photo taken. A picker of its own, there only while it is used: `capture` on the
 * field's picker would take the gallery away from those who have the photo already.
 */
export function takePhoto(taken: (photo: File) => void): void {
  const picker = document.createElement('input');
  Object.assign(picker, { type: 'file', accept: 'image/*', hidden: true });
  // Browsers without a camera to offer know no property for it.
  picker.setAttribute('capture', 'environment');
  picker.addEventListener('change', () => {
    const photo = picker.files?.[0];
    picker.remove();
    if (photo) taken(photo);
  });
  picker.addEventListener('cancel', () => picker.remove());
  document.body.append(picker);
  picker.click();
}
