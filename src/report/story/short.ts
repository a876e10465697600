// A word that no reader can use whole is told apart by its two ends.

const longestWord = 64;

export function shortWords(text: string): string {
  return text.replace(/\S{65,}/g, shortened);
}

function shortened(word: string): string {
  const points = [...word];
  if (points.length <= longestWord) return word;
  const [head, tail] = [points.slice(0, 36).join(''), points.slice(-12).join('')];
  return `${head}…(${(points.length - 48).toLocaleString('en-US')})…${tail}`;
}
