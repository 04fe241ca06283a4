import { create } from 'zustand'

/** A message that the reader is asked about before it is deleted. */
export const useDeleteConfirmation = create<{ deleting: number | undefined }>(() => ({ deleting: undefined }))
export const confirmDelete = (deleting: number | undefined) => useDeleteConfirmation.setState({ deleting })
