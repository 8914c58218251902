import { expect, it } from 'vitest';
import { csvLine, textOfCell } from './csv.ts';

it.each<[(string | null)[], string]>([
  [['a', 'b c', 'پانی'], 'a,b c,پانی'],
  [['', null, 'x'], ',,x'],
  [['a,b', 'say "no"', 'two\nlines', 'two\r\nlines'], '"a,b","say ""no""","two\nlines","two\r\nlines"'],
  [['=1+1', '+92 300', '-5', '@SUM(A1)'], "'=1+1,'+92 300,'-5,'@SUM(A1)"],
  [['=HYPERLINK("http://x","y")'], `"'=HYPERLINK(""http://x"",""y"")"`],
  [['\t=1', '\r=1', ' =1', '＝1', '＠x'], `"'\t'=1","'\r'=1",' =1,'＝1,'＠x`],
  [['a=1', '1-2', 'x@example.com', "it's"], "a=1,1-2,x@example.com,it's"],
  [['first;=1+1', 'a\n+1', 'a\r\n -2; @x', 'a;\uff1d1'], `"first;'=1+1","a\n'+1","a\r\n '-2; '@x","a;'\uff1d1"`],
  [['a\t=1', 'a;\t=1', 'a\t -2', 'a\tb=1'], `"a\t'=1","a;\t'=1","a\t '-2","a\tb=1"`],
  [['a;"=1;', 'a\n"+1', 'a; " "@x', 'a "=1"'], `"a;""'=1;","a\n""'+1","a; "" ""'@x","a ""=1"""`],
  [['a\n\n=1', '\n=1', 'a; b=1', 'a;\u00a0=1'], `"a\n\n'=1","'\n'=1","a; b=1","a;\u00a0'=1"`],
  [['a;b', ' a', 'a\tb'], '"a;b"," a","a\tb"'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});

it.each(['=1+1', '\t=1', '\n=1', 'first;=1+1', 'a\r\n -2; @x', 'a;"=1;\t\uff1d2', "it's", 'a; b=1'])(
  'the text %j is read again as it was',
  (text) => {
    const [, cell = ''] = /^"?(.*?)"?\r\n$/s.exec(csvLine([text])) ?? [];
    expect(textOfCell(cell.replaceAll('""', '"'))).toBe(text);
  },
);
