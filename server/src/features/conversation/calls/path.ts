/** The page of a call, to which the text of its message links. */
export const callPath = (id: number | ':id') => `/calls/${id}`
