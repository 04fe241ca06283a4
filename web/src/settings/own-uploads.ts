import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

const key = 'uploads'

export const useUploads = () => useResource(key, (signal) => api.getAttachments({}, { signal }))

export async function deleteUpload(id: number) {
  const problem = await attempt(() => api.deleteAttachment({ attachment_id: id }))
  invalidate(key)
  return problem
}
