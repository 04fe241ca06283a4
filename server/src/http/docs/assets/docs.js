import { all, make } from './dom.js'

/** What the page can do besides being read. Everything is found in it without this, too. */

const root = document.documentElement

// In which language examples are shown.

const languages = ['shell', 'typescript']

function showLanguage(language) {
  root.dataset.langShown = language
  localStorage.setItem('docs-language', language)
  for (const button of all('.tabs button')) {
    button.setAttribute('aria-pressed', String(button.dataset.show === language))
  }
}

const remembered = localStorage.getItem('docs-language')
showLanguage(languages.includes(remembered) ? remembered : 'shell')
for (const tabs of all('.tabs')) tabs.hidden = false
for (const button of all('.tabs button')) {
  button.addEventListener('click', () => {
    // What one looks at stays where it is.
    const near = all('article').find((article) => article.getBoundingClientRect().bottom > 100)
    const before = near?.getBoundingClientRect().top
    showLanguage(button.dataset.show)
    if (near !== undefined)
      window.scrollBy({ top: near.getBoundingClientRect().top - before, behavior: 'instant' })
  })
}

// Copying.

document.addEventListener('pointerover', ({ target }) => {
  const figure = target instanceof Element ? target.closest('figure') : null
  if (figure !== null) offerCopy(figure)
})
document.addEventListener('focusin', ({ target }) => {
  const figure = target instanceof Element ? target.closest('figure') : null
  if (figure !== null) offerCopy(figure)
})

function offerCopy(figure) {
  const source = figure.querySelector('pre')
  if (navigator.clipboard === undefined || source === null || figure.querySelector('.copy') !== null) return
  const button = make('button', { type: 'button', class: 'copy' }, 'Copy')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  figure.append(button)
}

// Contents: the filter, and where one is.

const filter = document.querySelector('nav input')
const links = all('nav a')
const wordsOf = new Map(
  links.map((link) => [link, `${link.textContent} ${link.dataset.find ?? ''}`.toLowerCase()]),
)

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/)
  for (const link of links) link.hidden = !words.every((word) => wordsOf.get(link).includes(word))
  for (const group of all('nav .group')) group.hidden = all('a', group).every((link) => link.hidden)
})
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') links.find((link) => !link.hidden)?.click()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  filter.focus()
})

const linkTo = new Map(links.map((link) => [link.getAttribute('href'), link]))
const inView = new Set()
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target)
    const first = [...inView].sort((a, b) => a.offsetTop - b.offsetTop)[0]
    const link = linkTo.get(`#${first?.id}`)
    if (link === undefined || link.classList.contains('here')) return
    for (const other of links) other.classList.remove('here')
    link.classList.add('here')
    const nav = link.closest('nav')
    const { top, bottom } = link.getBoundingClientRect()
    if (top < nav.offsetTop + 80 || bottom > window.innerHeight) {
      nav.scrollTop += top - window.innerHeight / 2
    }
  },
  { rootMargin: '-80px 0px -60% 0px' },
)
for (const article of all('article')) watcher.observe(article)
