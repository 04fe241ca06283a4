import { create } from 'zustand'

/** A message that the reader is asked about before it is deleted. */
export const useAsking = create<{ deleting: number | undefined }>(() => ({ deleting: undefined }))
export const askToDelete = (deleting: number | undefined) => useAsking.setState({ deleting })
