/** A text that is being edited, and what it was when that began. */
export interface EditedText {
  original: string | undefined
  text: string
  /** What it says at the server meanwhile, where that is neither of both. */
  theirs: string | undefined
}

/** What the editor holds after the message was changed elsewhere. Nothing typed here is lost, nothing there hidden. */
export function afterChange({ original, text }: EditedText, content: string): EditedText {
  if (original === undefined) return { original, text, theirs: undefined }
  if (text === original || text.trim() === content.trim()) {
    return { original: content, text: content, theirs: undefined }
  }
  return { original: content, text, theirs: content }
}
