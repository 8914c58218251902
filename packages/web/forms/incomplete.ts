/** Whether half a date stands in a field: the browser gives it out as none, and it would be sent like that. */
export const isIncomplete = (field: Element | RadioNodeList | null): boolean =>
  field instanceof HTMLInputElement && field.validity.badInput;
