import { apiError } from '@loquat/contract'
import type { Directory } from './directory.ts'

/** Rejects changes to a preview, which repeats the changes of the organization on the other server. */
export function assertNotPreview({ realm }: Directory): void {
  if (realm.previewOf !== null) throw apiError('organization-is-preview', { url: realm.previewOf })
}
