/** A cell ends there in every spreadsheet program, in UTF-16 units. What is more of a CSV Excel takes for further rows. */
export const mostSigns = 32_767;
