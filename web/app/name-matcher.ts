/** Whether every word that was typed stands in a name, in any order. Capitals make no difference. */
export function nameMatcher(typed: string): (name: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return (name) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
