import { useMemo } from 'react'
import { useCompose } from '../compose/compose.ts'
import { type Upload, useAllUploads } from './uploads.ts'

/** Uploads of the open draft. */
export function useUploads(): readonly Upload[] {
  const draftId = useCompose((state) => state.draftId)
  const all = useAllUploads((state) => state.uploads)
  return useMemo(() => all.filter((upload) => upload.draftId === draftId), [all, draftId])
}
