import { File } from 'node:buffer'
import type { World } from '@loquat/devkit'
import sharp from 'sharp'

type Rgb = `#${string}`

/** For tests: a picture of one color. */
export async function picture(
  name: string,
  {
    width = 8,
    height = 8,
    color = '#ff0000' as Rgb,
    format = 'png' as 'avif' | 'gif' | 'jpeg' | 'png' | 'tiff' | 'webp',
  } = {},
): Promise<File> {
  const image = sharp({ create: { width, height, channels: 3, background: color } })
  return new File([new Uint8Array(await image.toFormat(format).toBuffer())], name)
}

/** Three stripes: red, green and red again, each as wide as the picture is high. */
export async function stripes(name: string): Promise<File> {
  const green = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  const image = sharp({ create: { width: 180, height: 60, channels: 3, background: '#ff0000' } })
  const bytes = await image
    .composite([{ input: green, left: 60, top: 0 }])
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}

/** A picture that moves. */
export async function moving(name: string, format: 'gif' | 'webp', frames = 3): Promise<File> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, n) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background: { r: n * 60, g: 90, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  const bytes = await sharp(pages, { join: { animated: true } })
    .toFormat(format, { loop: 0 })
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}

/** A GIF with this many tiny frames on a canvas of this size: small to send, large to decode. */
export function hugeGif(width: number, height: number, frames: number): File {
  const size = (value: number) => [value & 255, value >> 8]
  // In the far corner, so that the decoder does not shrink the canvas.
  const frame = [0x2c, ...size(width - 1), ...size(height - 1), 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const bytes = [
    ...Buffer.from('GIF89a'),
    ...size(width),
    ...size(height),
    ...[0x80, 0, 0, 255, 0, 0, 0, 0, 255],
    ...Array.from({ length: frames }, () => frame).flat(),
    0x3b,
  ]
  return new File([new Uint8Array(bytes)], 'huge.gif')
}

/** The response at a path of the server, decoded as a picture. */
export async function look(world: World, url: string) {
  const response = await world.raw(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  if (status !== 200) return { status, type: headers.get('content-type'), bytes }
  const { width, height, format, pages } = await sharp(bytes).metadata()
  return { status, type: headers.get('content-type'), bytes, width, height, format, pages }
}
