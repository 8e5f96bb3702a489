// An S3 server in a process of its own, so that the load beside it does not slow it down. Messages: 'away' and 'back'.
import { startS3Server } from '#server/testing/fakes/s3-server.ts';

const server = await startS3Server();
process.on('message', (message) => {
  for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])
    if (message === 'away') server.outages.set(method, 'reset');
    else server.outages.delete(method);
});
process.once('disconnect', () => void server.stop().then(() => process.exit(0)));
process.send?.(server.settings);
