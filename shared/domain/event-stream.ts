/**
 * Reads a stream of server-sent events piece by piece, however it is cut: the function it makes takes the next bytes and
 * returns the data of each event that is complete with them. Of an event the data alone matter here.
 */
export function createEventReader(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder();
  let line = '';
  let data: string[] = [];

  function* end(): Generator<string> {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.startsWith('data:')) data.push(text.slice(text.startsWith('data: ') ? 6 : 5));
    if (text !== '' || data.length === 0) return;
    yield data.join('\n');
    data = [];
  }

  return (bytes) => {
    const [rest = '', ...following] = decoder.decode(bytes, { stream: true }).split('\n');
    // Appended, never searched again: a line that comes byte by byte costs no more than one that comes whole.
    line += rest;
    return following.flatMap((next) => {
      const events = [...end()];
      line = next;
      return events;
    });
  };
}
