import { create } from 'zustand'

/** Marking as read is paused after following a link to a message and after marking messages unread. */
export const useReadingState = create<{ isPaused: boolean }>(() => ({ isPaused: false }))
export const pauseReading = () => useReadingState.setState({ isPaused: true })
export const resumeReading = () => useReadingState.setState({ isPaused: false })
export const isReadingPaused = (): boolean => useReadingState.getState().isPaused
