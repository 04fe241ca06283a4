/** Channel colors around the color wheel. Themes use only the hue. */
export const palette: readonly string[] = [
  '#c8635d',
  '#c56a3e',
  '#bb731b',
  '#aa7e00',
  '#8b8c14',
  '#629742',
  '#349d62',
  '#009f7d',
  '#009d9e',
  '#0097bc',
  '#248fcc',
  '#5685d4',
  '#7f79d1',
  '#9e6ec0',
  '#b566a5',
  '#c1628a',
]
