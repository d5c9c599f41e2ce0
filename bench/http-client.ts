import { connect } from 'node:net';

export interface Client {
  /** Returns status and body. */
  send: (request: Buffer) => Promise<string>;
  close: () => void;
}

/** Reads just enough HTTP/1.1: responses with a Content-Length, one at a time. */
export async function openClient(port: number): Promise<Client> {
  let text = '';
  let resolve: (answer: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((ready, failed) => {
    socket.once('connect', () => ready());
    socket.once('error', failed);
  });
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)|\r\ntransfer-encoding: chunked/i.exec(text);
    if (length?.[1] === undefined) {
      if (length && text.endsWith('0\r\n\r\n')) finish(`${text.slice(9, 12)} ${text.split('\r\n').at(-4)}`);
      return;
    }
    const end = head + 4 + Number(length[1]);
    if (text.length >= end) finish(`${text.slice(9, 12)} ${text.slice(head + 4, end)}`);
  });
  const finish = (answer: string) => {
    text = '';
    resolve(answer);
  };
  socket.on('error', (error) => reject(error));
  socket.on('close', () => reject(new Error('the server closed a connection')));
  return {
    send: (request) =>
      new Promise((onAnswer, onError) => {
        resolve = onAnswer;
        reject = onError;
        socket.write(request);
      }),
    close: () => {
      reject = () => {};
      socket.destroy();
    },
  };
}
