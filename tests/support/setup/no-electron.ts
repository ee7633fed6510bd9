throw new Error('A test loaded electron itself. Give the code under test its part of electron as an argument.');
