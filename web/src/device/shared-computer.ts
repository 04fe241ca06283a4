/** Whether whoever logged in said that others use this computer too. Then nothing is kept on it. */
export const isSharedComputer = (): boolean =>
  typeof document !== 'undefined' && /(?:^|; )loquat_shared=1/.test(document.cookie)

/** Where small things of the reader are kept: with the browser; on a shared computer with this window, and gone with it. */
export const ownStorage = (): Storage => (isSharedComputer() ? sessionStorage : localStorage)
