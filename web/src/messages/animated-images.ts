import { org, useSession } from '../session/session.ts'

const selector = 'img[data-animated]'
const still = '.webp'
const moving = '-anim.webp'

type Policy = 'always' | 'on_hover' | 'never'
const policy = (): Policy => org().user_settings?.web_animate_image_previews ?? 'on_hover'

/** The URL of a thumbnail, animated or still. Other URLs are returned unchanged. */
export function thumbnailSource(source: string, isMoving: boolean): string {
  const stem = source.endsWith(moving) ? source.slice(0, -moving.length) : source.replace(/\.webp$/, '')
  if (stem === source) return source
  return stem + (isMoving ? moving : still)
}

function show(image: HTMLImageElement, isMoving: boolean): void {
  const source = image.getAttribute('src') ?? ''
  const wanted = thumbnailSource(source, isMoving)
  if (wanted !== source) image.setAttribute('src', wanted)
}

/** Animates thumbnails by `web_animate_image_previews`: always, on hover, or never. */
export function startAnimatedImages(): void {
  const showAll = (root: ParentNode) => {
    for (const image of root.querySelectorAll<HTMLImageElement>(selector)) show(image, policy() === 'always')
  }
  // Images are lazy, so the URL is changed before anything is fetched.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) showAll(node)
  }).observe(document.body, { childList: true, subtree: true })
  let before = policy()
  useSession.subscribe(() => {
    if (policy() === before) return
    before = policy()
    showAll(document)
  })
  const point = (isMoving: boolean) => (event: PointerEvent) => {
    if (event.target instanceof HTMLImageElement && event.target.matches(selector) && policy() === 'on_hover')
      show(event.target, isMoving)
  }
  document.addEventListener('pointerover', point(true))
  document.addEventListener('pointerout', point(false))
}
