/** The colours of the map, which a style sheet gives by day and by night (`../colours.css`). */
const names = ['earth', 'green', 'water', 'building', 'road', 'main-road', 'edge', 'text', 'halo'] as const;
export type Colours = Record<(typeof names)[number], string>;

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--map-${name}`)])) as Colours;
}
