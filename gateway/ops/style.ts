/** The operator page's only style sheet; it stands in the page, so that the page needs nothing that may be down. */
export const style = `
:root { color-scheme: light dark; --ground: #f5f7f5; --surface: #fff; --ink: #14211c; --soft: #4a5952; --line: #d6ddd8;
  --edge: #75847c; --brand: #0b6650; --on-brand: #fff; --good: #0a6644; --bad: #b3261e; --focus: #1a66d6 }
@media (prefers-color-scheme: dark) { :root { --ground: #0f1614; --surface: #18221e; --ink: #e9f0ec; --soft: #abbab3;
  --line: #2f3d37; --edge: #82948b; --brand: #54c7a5; --on-brand: #05241b; --good: #6fd3a8; --bad: #ff9a91; --focus: #8ab8ff } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", "Noto Sans", sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.375rem; margin: 2rem 0 .75rem }
p { margin: .5rem 0; max-width: 42rem }
.soft { color: var(--soft) }
nav { display: flex; gap: .75rem; align-items: center }
a { color: var(--brand) }
button, nav a { font: inherit; display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .625rem;
  border: 1px solid var(--edge); background: var(--surface); color: var(--ink); text-decoration: none; cursor: pointer }
button.main { background: var(--brand); border-color: var(--brand); color: var(--on-brand) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.sheet { background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { padding: .5rem 1rem; text-align: start; white-space: nowrap; border-block-end: 1px solid var(--line);
  font-variant-numeric: tabular-nums }
tbody tr:last-child > * { border-block-end: 0 }
thead th { color: var(--soft); font-weight: 600; font-size: .875rem }
.good { color: var(--good); font-weight: 600 }
.bad { color: var(--bad); font-weight: 600 }
form.key { max-width: 24rem; display: grid; gap: .75rem; margin-block-start: 1.5rem }
label { font-weight: 600 }
input { font: inherit; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border-radius: .375rem;
  border: 1px solid var(--edge); background: var(--surface); color: var(--ink) }
`;
