/** The administration's accounts elsewhere. */
export const social = [
  { name: 'Facebook', url: 'https://www.facebook.com/' },
  { name: 'X', url: 'https://x.com/' },
  { name: 'Instagram', url: 'https://www.instagram.com/' },
] as const;
