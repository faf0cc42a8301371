/** Hands a text that the page made to the browser as a file. */
export const downloadText = (name: string, mediaType: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type: `${mediaType};charset=utf-8` }));

export function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
