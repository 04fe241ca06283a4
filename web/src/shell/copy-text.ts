import { writeClipboard } from '../lib/clipboard.ts'
import { showErrorToast, showToast } from './toasts.ts'

/** Copies a text, and says whether that worked. */
export async function copyText(words: string): Promise<void> {
  try {
    await writeClipboard(words)
    showToast('common.copied')
  } catch (error) {
    showErrorToast(error)
  }
}
