import sharp from 'sharp'
import {
  bench,
  chart,
  comparison,
  dibber,
  leaf,
  machine,
  portrait,
  sheet,
  stamp,
  svg,
  wren,
} from './drawings.ts'

const leafMark = (x: number, y: number, size: number) => leaf(x, y, size, '#2f6b4f', '#fbf8f1')
const wrenMark = (x: number, y: number, size: number) => wren(x, y, size, '#a8672f', '#5d3417')
const dibberMark = (x: number, y: number, size: number) => dibber(x, y, size, '#c08a4d', '#5c6668')
const paleWren = (x: number, y: number, size: number) => wren(x, y, size, '#f0b775', '#c07a35')

/** Battery charge by hour, with and without the bug. */
const draining = Array.from({ length: 40 }, (_, n) => Math.max(4, 98 - n * 0.4 - Math.max(0, n - 12) * 3.1))
const resting = Array.from({ length: 40 }, (_, n) => 98 - n * 0.35)
const visits = Array.from({ length: 49 }, (_, n) =>
  n < 22 ? 28 + 10 * Math.sin(n / 3) : Math.min(96, 30 + (n - 21) ** 2 * 0.5),
)
const answered = visits.map((value, n) => (n < 27 ? value : n < 38 ? 6 : value * 0.9))

/** Uploads of the story by name, drawn on demand. */
export const uploads = {
  'logo-leaf': () => sheet('#fbf8f1', leafMark),
  'logo-wren': () => sheet('#fbf8f1', wrenMark),
  'logo-dibber': () => sheet('#fbf8f1', dibberMark),
  'wren-light-and-dark': () => comparison(wrenMark, paleWren),
  'box-lid': () =>
    svg(
      1000,
      700,
      '<rect width="1000" height="700" fill="#c9a877"/><rect x="60" y="60" width="880" height="580" fill="#d8bb8d"/>',
      wren(360, 200, 280, '#3b2a18', '#3b2a18'),
    ),
  bench,
  'battery-overnight': () =>
    chart(
      [
        { color: '#c2452d', values: draining },
        { color: '#2f6b4f', values: resting },
      ],
      12 / 39,
    ),
  'checkout-errors': () =>
    chart(
      [
        { color: '#b8b0a0', values: visits },
        { color: '#c2452d', values: answered },
      ],
      27 / 48,
    ),
} as const

export type UploadName = keyof typeof uploads

export const pictures = {
  olga: () => portrait('#c8d8c4', '#f1d2b8', '#d9c9a8', '#3f5a6b', 'long'),
  ana: () => portrait('#f0c98a', '#d9a37c', '#3a241a', '#2f6b4f', 'long'),
  ben: () => portrait('#9fc4c9', '#6d4630', '#1d1512', '#d98d3a', 'short'),
  dia: () => portrait('#e3b7a6', '#f0cfb4', '#8c4a2a', '#6a4a7c', 'long'),
  emil: () => portrait('#b9b4a4', '#eac7a6', '#c79a5a', '#5b4630', 'short'),
  tom: () => portrait('#a9b8d6', '#eec9ad', '#54392a', '#2b3a4a', 'short'),
  bea: () => portrait('#dcd0e6', '#e9c3a3', '#a9a39a', '#b04a4a', 'short'),
  salma: () => portrait('#f2ddb0', '#c98f66', '#2d4f6b', '#7c3f5b', 'long'),
  watchman: () => machine('#26323a', '#8fa3ad', '#ffcf5c'),
  clerk: () => machine('#e9dfc8', '#5d7f63', '#fdf8ea'),
} as const

export type PictureName = keyof typeof pictures

/** Custom emoji. */
export const emoji = {
  wren: () => svg(128, 128, wren(4, 4, 120, '#a8672f', '#5d3417')),
  dibber: () => svg(128, 128, dibber(4, 4, 120, '#c08a4d', '#5c6668')),
  ship_it: () =>
    stamp('#2f6b4f', '<path d="M30 66 L56 90 L98 40" fill="none" stroke="#fff" stroke-width="14"/>'),
} as const

export const organizationIcon = () =>
  svg(200, 200, '<rect width="200" height="200" fill="#f6e7c8"/>', wren(28, 28, 144, '#a8672f', '#5d3417'))

export const toPng = async (drawing: string): Promise<Buffer> =>
  await sharp(Buffer.from(drawing)).png({ compressionLevel: 6 }).toBuffer()

/** As a camera would store it. */
export const toJpeg = async (drawing: string): Promise<Buffer> =>
  await sharp(Buffer.from(drawing)).jpeg({ quality: 84 }).toBuffer()
