import { locatePassage } from '#shared/domain/locate-passage.ts';

addEventListener('message', ({ data }: MessageEvent<{ sections: string[]; quote: string }>) => {
  postMessage(locatePassage(data.sections, data.quote));
});
