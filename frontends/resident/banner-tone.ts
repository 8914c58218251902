/** The specification's rule: a banner is a success when its text says so, else an error. */
export const toneOf = (text: string) => (text.includes('successful') ? 'success' : 'error');
