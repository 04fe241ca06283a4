/** Copies a text. Without HTTPS, browsers have no `navigator.clipboard`, but still let a copy command choose the text. */
export async function writeClipboard(words: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(words)
    return
  }
  const choose = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', words)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', choose, { capture: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', choose, { capture: true })
  if (!isCopied) throw new Error('The browser does not allow copying.')
}
