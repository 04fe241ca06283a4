/** Whether the user marked this computer as shared at login. Nothing is stored on it then. */
export const isSharedComputer = (): boolean =>
  typeof document !== 'undefined' && /(?:^|; )loquat_shared=1/.test(document.cookie)

/** Storage for small values of the user; on a shared computer it ends with the tab. */
export const ownStorage = (): Storage => (isSharedComputer() ? sessionStorage : localStorage)
