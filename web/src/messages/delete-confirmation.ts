import { create } from 'zustand'

/** The message whose deletion needs to be confirmed. */
export const useDeleteConfirmation = create<{ deleting: number | undefined }>(() => ({ deleting: undefined }))
export const confirmDelete = (deleting: number | undefined) => useDeleteConfirmation.setState({ deleting })
