/** Height of the row of offers on the tasks screen, whatever it shows. */
export const STRIP_ROW = 'h-52 [:lang(ur)_&]:h-64';
/** The same with its heading, for what stands in until its code is there. */
export const STRIP = 'min-h-63 [:lang(ur)_&]:min-h-75';
