/** Offsets of time zone abbreviations, in hours. */
const table = `
  SST -11, HST -10, AKST -9, HDT -9, AKDT -8, PST -8, MST -7, PDT -7, CST -6, MDT -6, CDT -5, EST -5, AST -4, EDT -4,
  NST -3.5, ADT -3, NDT -2.5, GMT 0, UTC 0, WET 0, Z 0, BST 1, CET 1, MET 1, WAT 1, WEST 1, CAT 2, CEST 2, EET 2, MEST 2,
  SAST 2, EAT 3, EEST 3, IDT 3, MSK 3, PKT 5, IST 5.5, WIB 7, AWST 8, HKT 8, WITA 8, JST 9, KST 9, WIT 9, ACST 9.5,
  AEST 10, ChST 10, ACDT 10.5, AEDT 11, NZST 12, NZDT 13`

export const zoneHours: ReadonlyMap<string, number> = new Map(
  table.split(',').map((entry) => {
    const [word = '', hours] = entry.trim().split(' ')
    return [word, Number(hours)]
  }),
)
