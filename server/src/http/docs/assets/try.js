import { all, make } from './dom.js'

/** Calls that can be tried: a form for each endpoint, made of what the page says about it. */

// Who one is here.

const session = document.querySelector('.session')
const own = { user: undefined, email: '', key: '' }

const csrfToken = () => /(?:^|; )(?:__Host-)?loquat_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? ''

async function lookWhoIsHere() {
  // Whoever is logged in has a token.
  const response = csrfToken() === '' ? undefined : await fetch('/json/users/me').catch(() => undefined)
  if (response?.ok) {
    own.user = await response.json()
    session.replaceChildren(make('span', { class: 'long' }, 'Logged in as '), own.user.full_name)
  } else {
    session.replaceChildren(loginLink())
  }
}

function loginLink() {
  const link = make('a', { href: '/login' }, 'Log in')
  // Where one is now, when it is followed.
  link.addEventListener('click', () => {
    link.href = `/login?next=${encodeURIComponent(`/api/docs${location.hash}`)}`
  })
  return link
}

const known = lookWhoIsHere()

// Trying calls.

for (const button of all('button.try')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await known
    const form = formFor(button.closest('article'))
    button.replaceWith(form)
    form.querySelector('input:not([type=radio]), textarea, select')?.focus({ preventScroll: true })
  })
}

function formFor(article) {
  const { method } = article.dataset
  const inputs = all('[data-param]', article).map(inputFor)
  const needed = inputs.filter(({ item }) => 'required' in item.dataset || item.dataset.example !== undefined)
  const rest = inputs.filter((input) => !needed.includes(input))
  const isGet = method === 'GET'
  const isRisky = method === 'DELETE' || /deactivate|delete/.test(article.dataset.path)
  const send = make('button', { type: 'submit', class: isRisky ? 'risky' : '' }, `Send ${method}`)
  const stop = make('button', { type: 'button', hidden: true }, 'Stop')
  const fill = make('button', { type: 'button' }, 'Fill in the example')
  const answer = make('div', { class: 'answer', 'aria-live': 'polite' })
  const takesFile = article.querySelector('figure pre').textContent.includes('file=@')
  const file = make('input', { type: 'file' })
  const form = make(
    'form',
    {},
    whoCalls(article),
    ...needed.map(({ label }) => label),
    ...(takesFile ? [make('label', {}, 'file', file)] : []),
    ...(rest.length === 0
      ? []
      : [
          make(
            'details',
            {},
            make('summary', {}, `${rest.length} optional`),
            ...rest.map(({ label }) => label),
          ),
        ]),
    ...(isGet ? [] : [make('p', { class: 'careful' }, 'This is no sandbox: what you send really happens.')]),
    make(
      'div',
      { class: 'actions' },
      send,
      stop,
      ...(inputs.some(({ hint }) => hint !== undefined) ? [fill] : []),
    ),
    answer,
  )
  fill.addEventListener('click', () => {
    for (const { field, hint } of inputs) if (hint !== undefined) field.value = hint
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isRisky && !confirm(`Really send ${method} ${article.dataset.path}?`)) return
    const controller = new AbortController()
    stop.onclick = () => controller.abort()
    send.disabled = true
    stop.hidden = false
    answer.replaceChildren()
    answer.replaceChildren(
      await call(article, form, inputs, takesFile ? file.files[0] : undefined, controller.signal),
    )
    send.disabled = false
    stop.hidden = true
  })
  return form
}

function inputFor(item) {
  const { param, options, example: hint } = item.dataset
  const isLong = hint !== undefined && (hint.length > 40 || /^[[{]/.test(hint))
  let field
  if (options !== undefined) {
    const choices = JSON.parse(options).map((value) => make('option', { value }, value))
    field = make('select', { name: param }, make('option', { value: '' }, ''), ...choices)
  } else {
    field = make(isLong ? 'textarea' : 'input', {
      name: param,
      placeholder: hint,
      spellcheck: 'false',
      rows: isLong ? '1' : undefined,
    })
  }
  field.required = 'required' in item.dataset
  const type = make('span', { class: 'type' }, item.querySelector('.type').textContent)
  const label = make('label', {}, make('span', {}, make('code', {}, param), type), field)
  return { item, field, label, hint }
}

/** With the session of this browser, with a key, or as nobody. */
function whoCalls(article) {
  const { auth } = article.dataset
  const fieldset = make('fieldset')
  if (auth === 'key') return fieldset
  const name = `who-${article.id}`
  const email = make('input', {
    'aria-label': 'Email address',
    placeholder: 'email',
    autocomplete: 'off',
    value: own.email,
  })
  const key = make('input', {
    'aria-label': 'API key',
    placeholder: 'API key',
    type: 'password',
    autocomplete: 'off',
    value: own.key,
  })
  email.oninput = () => {
    own.email = email.value
  }
  key.oninput = () => {
    own.key = key.value
  }
  const credentials = make('div', {}, email, key)
  const ways = [
    ...(own.user === undefined ? [] : [['session', `As ${own.user.full_name}, with your session`]]),
    ...(auth === 'user' ? [] : [['nobody', 'Without an account']]),
    ['key', 'With an email address and an API key'],
  ]
  const chosen = own.user === undefined && own.key !== '' ? 'key' : ways[0][0]
  const radios = ways.map(([value, words]) => {
    const radio = make('input', { type: 'radio', name, value, checked: value === chosen })
    radio.addEventListener('change', () => {
      credentials.hidden = value !== 'key'
    })
    return make('label', {}, radio, words)
  })
  credentials.hidden = chosen !== 'key'
  fieldset.dataset.who = name
  if (own.user === undefined)
    fieldset.append(make('p', { class: 'careful' }, loginLink(), ' to call with your session.'))
  fieldset.append(...radios, credentials)
  return fieldset
}

async function call(article, form, inputs, file, signal) {
  const { method, path } = article.dataset
  const way = form.querySelector('fieldset input:checked')?.value ?? 'nobody'
  let address = path
  const params = new URLSearchParams()
  for (const { item, field } of inputs) {
    if (item.dataset.in === 'path') {
      const text = encodeURIComponent(field.value)
      address = address.replace(
        `{${field.name}}`,
        field.name === 'filename' ? text.replaceAll('%2F', '/') : text,
      )
    } else if (field.value !== '') params.set(field.name, field.value)
  }
  const headers = {}
  if (way === 'session' && method !== 'GET') headers['x-csrf-token'] = csrfToken()
  if (way === 'key') {
    const bytes = new TextEncoder().encode(`${own.email.trim()}:${own.key.trim()}`)
    headers.authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`
  }
  const query = method === 'GET' && params.size > 0 ? `?${params}` : ''
  const started = performance.now()
  try {
    const response = await fetch(`${way === 'session' ? '/json' : '/api/v1'}${address}${query}`, {
      method,
      headers,
      signal,
      credentials: way === 'session' ? 'same-origin' : 'omit',
      ...(method === 'GET' ? {} : { body: file === undefined ? params : withFile(params, file) }),
    })
    return shown(response, await response.text(), performance.now() - started)
  } catch (error) {
    const words = error.name === 'AbortError' ? 'Stopped.' : `No answer: ${error.message}`
    return make('p', { class: 'careful' }, words)
  }
}

function withFile(params, file) {
  const form = new FormData()
  for (const [name, value] of params) form.append(name, value)
  form.append('file', file)
  return form
}

const telling = [
  'content-type',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'x-request-id',
]

function shown(response, text, milliseconds) {
  const { status, ok, headers, redirected, url } = response
  const isJson = headers.get('content-type')?.includes('json')
  const facts = telling.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [make('dt', {}, name), make('dd', {}, value)]
  })
  if (redirected) facts.unshift(make('dt', {}, 'led to'), make('dd', {}, url))
  const body = isJson
    ? JSON.stringify(JSON.parse(text), null, 2)
    : `(${text.length} characters that are no JSON)`
  return make(
    'figure',
    {},
    make(
      'figcaption',
      {},
      make('b', { class: ok ? 'good' : 'bad' }, String(status)),
      ` in ${Math.round(milliseconds)} ms`,
    ),
    make('dl', {}, ...facts),
    make('pre', { tabindex: '0' }, make('code', {}, body)),
  )
}
