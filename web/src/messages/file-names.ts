import { decodeComponent } from '../lib/parse.ts'

/** Whether a URL is that of an uploaded file. */
export const isUpload = (href: string): boolean =>
  /^\/user_uploads\/(?!thumbnail\/|download\/|temporary\/)/.test(href)

/** `PDF` for `/user_uploads/2/ab/plan.pdf`; empty without a file extension. */
export function fileType(href: string): string {
  const [path = ''] = href.split(/[?#]/)
  return (/\.([a-z0-9]{1,5})$/i.exec(decodeComponent(path))?.[1] ?? '').toUpperCase()
}
