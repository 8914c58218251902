/**
 * Opens the camera and calls `onPhoto` with the photo taken. It uses a temporary picker of its own: `capture` on the field's
 * picker would take the gallery away from people who have the photo already.
 */
export function takePhoto(onPhoto: (photo: File) => void): void {
  const picker = document.createElement('input');
  Object.assign(picker, { type: 'file', accept: 'image/*', hidden: true });
  // Not all browsers have a property for it.
  picker.setAttribute('capture', 'environment');
  picker.addEventListener('change', () => {
    const photo = picker.files?.[0];
    picker.remove();
    if (photo) onPhoto(photo);
  });
  picker.addEventListener('cancel', () => picker.remove());
  document.body.append(picker);
  picker.click();
}
