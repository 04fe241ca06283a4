import type { RenderContext, UploadedImage } from '../context.ts'
import { inline, type Node } from '../tree.ts'

/** A preview that needs no request to another site. */
export interface Media {
  /** Classes of the containing element. */
  frame: string
  /** The target of the picture; usually that of the link. */
  href: string
  content: Node
  /** Whether `has:image` finds the message. */
  isImage: boolean
  video?: { site: 'youtube'; id: string }
}

/** The picture or video that a link leads to. */
export function mediaOf(href: string, context: RenderContext): Media | undefined {
  const uploaded = /^\/user_uploads\/([^?#]+)/.exec(href)?.[1]
  if (uploaded !== undefined) {
    const image = context.uploadedImage(uploaded)
    return image === undefined ? film(href, context) : picture(href, uploadedPicture(uploaded, image))
  }
  const local = href.startsWith('user_uploads/')
  const url = local ? undefined : webAddress(href)
  if (!local && url === undefined) return undefined
  return (
    (url === undefined ? undefined : youtubeStill(href, url, context)) ??
    film(href, context) ??
    imageBySuffix(href, url, context)
  )
}

/** Only web pages are previewed; `mailto:` has no picture. */
export function webAddress(href: string): URL | undefined {
  const url = URL.parse(href)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

const picture = (href: string, content: Node): Media => ({
  frame: 'message_inline_image',
  href,
  content,
  isImage: true,
})

const proxied = (src: string, context: RenderContext) =>
  (webAddress(src) === undefined || src.startsWith(`${context.url}/`) ? undefined : context.proxied?.(src)) ??
  src

function imageBySuffix(href: string, url: URL | undefined, context: RenderContext): Media | undefined {
  const path = href.replace(/[?#].*$/s, '')
  if (!/\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i.test(path)) return undefined
  if (url?.hostname === 'pasteboard.co') return undefined
  const shown = (src: string) => inline('img', [], { src: proxied(src, context) })
  if (url?.hostname === 'github.com') {
    const file = url.pathname.split('/blob/')
    if (file.length > 1) {
      return picture(
        href,
        shown(`https://raw.githubusercontent.com${file[0]}/${file.slice(1).join('/blob/')}`),
      )
    }
  }
  if (url?.hostname.endsWith('.wikipedia.org') && url.pathname.startsWith('/wiki/File:')) {
    const file = `${url.origin}/wiki/Special:FilePath/${url.pathname.slice('/wiki/'.length)}`
    return picture(file, shown(file))
  }
  return picture(href, shown(href))
}

const thumbnail = '840x560'

export function uploadedPicture(path: string, image: UploadedImage): Node {
  const described = {
    'data-original-content-type': image.contentType,
    'data-original-dimensions': `${image.width}x${image.height}`,
  }
  if (!image.ready) {
    return inline('img', [], {
      class: 'image-loading-placeholder',
      ...described,
      src: '/static/images/loading/loader-black.svg',
    })
  }
  const file = image.animated ? `${thumbnail}-anim.webp` : `${thumbnail}.webp`
  return inline('img', [], {
    ...(image.animated ? { 'data-animated': 'true' } : {}),
    ...described,
    ...(image.transcoded === undefined ? {} : { 'data-transcoded-image': image.transcoded }),
    src: `/user_uploads/thumbnail/${path}/${file}`,
  })
}

function film(href: string, context: RenderContext): Media | undefined {
  if (!/\.(?:mp4|webm)$/i.test(href)) return undefined
  return {
    frame: 'message_inline_image message_inline_video',
    href,
    content: inline('video', [], { preload: 'metadata', src: proxied(href, context) }),
    isImage: false,
  }
}

const youtubeHosts = new Set(['youtube.com', 'youtube-nocookie.com', 'youtu.be'])

function youtubeStill(href: string, url: URL, context: RenderContext): Media | undefined {
  const id = youtubeId(url)
  if (id === undefined || !/^[\w-]+$/.test(id)) return undefined
  return {
    frame: 'youtube-video message_inline_image',
    href,
    content: inline('img', [], { src: proxied(`https://i.ytimg.com/vi/${id}/mqdefault.jpg`, context) }),
    isImage: true,
    video: { site: 'youtube', id },
  }
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const host = hostname.replace(/^(?:www|m)\./, '')
  if (!youtubeHosts.has(host)) return undefined
  const [, first = '', second] = pathname.split('/')
  if (host === 'youtu.be') return first
  switch (first) {
    case 'watch':
    case 'watch_popup':
      return searchParams.get('v') ?? undefined
    case 'watch_videos':
      return searchParams.get('video_ids')?.split(',')[0]
    case 'embed':
    case 'shorts':
    case 'v':
      return second
    default:
      return undefined
  }
}
