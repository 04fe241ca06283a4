// Makes the pages more comfortable; each of them works without this.

// People live where their computer does, unless they say otherwise.
for (const select of document.querySelectorAll('select[name="timezone"]')) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isOffered = [...select.options].some((option) => option.value === zone)
  if (select.value === '' && isOffered) select.value = zone
}

for (const button of document.querySelectorAll('button[data-reveal]')) {
  const input = document.querySelector(`input[name="${button.dataset.reveal}"]`)
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    const next = button.dataset.other
    button.dataset.other = button.textContent
    button.textContent = next
    input.focus()
  })
  // Browsers shall recognise what they are to keep.
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
  })
}

// Asks the server, whose word lists are too large for a page.
for (const meter of document.querySelectorAll('[data-strength]')) {
  const input = document.querySelector(`input[name="${meter.dataset.strength}"]`)
  const texts = JSON.parse(meter.dataset.texts)
  let timer
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(check, 300)
  })
  async function check() {
    const password = input.value
    const body = new URLSearchParams({ password })
    const response = await fetch('/api/v1/password_strength', { method: 'POST', body }).catch(() => undefined)
    const strength = response?.ok ? await response.json() : undefined
    // Overtaken by more typing.
    if (input.value !== password) return
    meter.hidden = strength === undefined || password === ''
    if (meter.hidden) return
    const level = strength.denial === null ? Math.max(1, strength.level) : 0
    meter.querySelector('meter').value = level
    meter.querySelector('span').textContent = texts[strength.denial] ?? texts.levels[level]
  }
}

for (const wait of document.querySelectorAll('[data-seconds]')) {
  const end = Date.now() + Number(wait.dataset.seconds) * 1_000
  const timer = setInterval(count, 1_000)
  // What changes every second is not read out.
  wait.setAttribute('aria-live', 'off')
  count()
  function count() {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1_000))
    if (left === 0) clearInterval(timer)
    wait.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  }
}

// Passkeys need this script; the forms are hidden without it.
const canUsePasskeys = typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'
const passkeyForms = document.querySelectorAll('form[data-passkey], form[data-new-passkey]')
for (const form of canUsePasskeys ? passkeyForms : []) {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // Null if the person changed their mind, which browsers report as an error.
    const credential = await askForPasskey(form.dataset).catch(() => null)
    if (credential === null) return
    form.elements.credential.value = JSON.stringify(credential.toJSON())
    // The choices of the other form count here as well.
    for (const box of document.querySelectorAll('input[type="checkbox"]:checked')) {
      const copy = document.createElement('input')
      copy.type = 'hidden'
      copy.name = box.name
      form.append(copy)
    }
    form.submit()
  })
}

async function askForPasskey({ passkey, newPasskey }) {
  if (newPasskey === undefined) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(passkey))
    return await navigator.credentials.get({ publicKey })
  }
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(newPasskey))
  return await navigator.credentials.create({ publicKey })
}
