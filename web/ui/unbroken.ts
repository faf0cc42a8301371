/** 'margin 2 %', '5 ms' with spaces that no line ends at: a number stays beside its unit. For the text that is drawn alone. */
export const unbroken = (text: string): string => text.replace(NUMBER_AND_UNIT, '\u00a0');

const NUMBER_AND_UNIT = /(?<=\d) (?=(?:%|(?:[nµm]?s|[kMGT]?B|[KMG]iB|[kMG]bit\/s|req\/s)(?![\w/])))/g;
