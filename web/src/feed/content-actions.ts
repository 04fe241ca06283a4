import { say } from '../state/toasts.ts'
import { openPerson } from '../state/cards.ts'
import { openLightbox } from '../state/lightbox.ts'

/** What the buttons inside messages do. One listener serves all of them. */
export function onContentClick(event: React.MouseEvent | React.KeyboardEvent): void {
  const target = (event.target as Element).closest<HTMLElement>('[data-do]')
  if (target === null) return
  const act = actions[target.dataset.do ?? '']
  if (act === undefined) return
  event.preventDefault()
  act(target)
}

const actions: Record<string, (target: HTMLElement) => void> = {
  'copy-code'(target) {
    const code = target.closest('.codehilite')?.querySelector('code, pre')?.textContent ?? ''
    void navigator.clipboard.writeText(code).then(() => say('common.copied'))
  },
  playground(target) {
    const code = target.closest('.codehilite')?.querySelector('code, pre')?.textContent ?? ''
    const address = (target.dataset.template ?? '').replace(/\{[^}]*\}/, encodeURIComponent(code))
    window.open(address, '_blank', 'noopener')
  },
  spoiler(target) {
    const content = target.closest('.spoiler-block')?.querySelector<HTMLElement>('.spoiler-content')
    if (content === null || content === undefined) return
    content.hidden = !content.hidden
    content.setAttribute('aria-hidden', String(content.hidden))
    target.setAttribute('aria-expanded', String(!content.hidden))
  },
  person: (target) => openPerson(Number(target.dataset.userId), target),
  picture: (target) => openLightbox((target as HTMLAnchorElement).href, target),
}
